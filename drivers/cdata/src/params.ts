/** Number of the ports of a series by kind, in the order in which the agent numbers them. */
export interface Layout {
  ge: number
  xge: number
  pon: number
}
/** Number of the PON ports of a model. */
export interface Pons {
  pons: number
}
