// SPDX-License-Identifier: MIT
// The controls and figures beside the picture.
#pragma once

#include "view.hpp"

namespace quadphase::view {

/// The panel on the right, whose width it returns, in pixels of the window.
double show_panel(View& view, double width, double height, double text_scale);

/// Over the picture: the names of trees side by side, the legend, the selected object and the keys.
void show_titles(const View& view);
void show_legend(const View& view);
void show_selected(View& view);
void show_keys(View& view);

// The sections of the panel.

void show_source(View& view);
void show_time(View& view);
void show_layers(View& view);
void show_touch(View& view);
void show_query(View& view);
void show_trees(View& view);
void show_stages(View& view);
void show_engines(View& view);
void show_output(View& view);

}  // namespace quadphase::view
