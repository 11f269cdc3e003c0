/** One thing that is wrong with a driver. */
export interface Finding {
  /** `<driver>`, `<driver>/<family or model>` */
  where: string
  message: string
}
