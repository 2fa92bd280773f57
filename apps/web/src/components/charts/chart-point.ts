/** The drawing area in pixels; (0, 0) is the plot's top left, inside the margins. */
export interface PlotArea {
  width: number;
  height: number;
}

/** Something on the chart that hover and arrow keys stop at. */
export interface ChartPoint {
  /** Pixels in the plot. */
  x: number;
  y: number;
  title: string;
  /** As drawn, top to bottom. */
  rows: readonly { label: string; value: string; color?: string }[];
}
