#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the bill of materials of the library, in SPDX 2.3 (ISO/IEC 5962 in JSON). Usage: sbom.py <output>

The versions of what the library is linked to are those of this machine, by pkg-config. SOURCE_DATE_EPOCH gives the date.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[1]


def version_here():
    header = (root / "include/quadphase/version.hpp").read_text(encoding="utf-8")
    return re.search(r'QUADPHASE_VERSION "(.*)"', header).group(1)


def sources():
    for folder in ("include", "src", "cmake"):
        yield from sorted(path for path in (root / folder).rglob("*") if path.is_file())
    yield root / "CMakeLists.txt"
    yield root / "LICENSE"


def verification_code():
    """The SPDX code of a package: the SHA-1 of the sorted SHA-1s of its files."""
    sums = sorted(hashlib.sha1(path.read_bytes()).hexdigest() for path in sources())
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def package(name, identifier, version, license_name, copyright_text, purl=None):
    entry = {
        "SPDXID": identifier,
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": license_name,
        "licenseDeclared": license_name,
        "copyrightText": copyright_text,
        "primaryPackagePurpose": "LIBRARY",
    }
    if purl:
        reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
        entry["externalRefs"] = [reference]
    return entry


def linked(name, module, license_name, copyright_text, repository):
    version = subprocess.run(["pkg-config", "--modversion", module], check=True, capture_output=True, text=True)
    number = version.stdout.strip()
    return package(name, f"SPDXRef-{name}", number, license_name, copyright_text, f"pkg:github/{repository}@{number}")


version = version_here()
code = verification_code()
when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
library = package("quadphase", "SPDXRef-quadphase", version, "MIT", "Copyright (c) 2026 The quadphase authors")
library["comment"] = f"SHA-1 over the sorted SHA-1s of the {len(list(sources()))} files that the library is built from: {code}"
# See docs/licenses.md.
used = [
    linked("oneTBB", "tbb", "Apache-2.0", "Copyright (c) Intel Corporation", "oneapi-src/oneTBB"),
    linked("Highway", "libhwy", "Apache-2.0", "Copyright Google LLC", "google/highway"),
]
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"quadphase-{version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/quadphase-{version}-{code}",
    "creationInfo": {
        "created": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "creators": ["Organization: The quadphase authors", "Tool: packaging/sbom.py"],
    },
    "packages": [library, *used],
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-quadphase"},
        *(
            {"spdxElementId": "SPDXRef-quadphase", "relationshipType": "DYNAMIC_LINK", "relatedSpdxElement": entry["SPDXID"]}
            for entry in used
        ),
    ],
}
pathlib.Path(sys.argv[1]).write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
