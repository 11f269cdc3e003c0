/** Who looks after which devices: workers at remote sites have groups of their own (plugin `pollers`). */
export interface WorkGroups {
  /**
   * The group of workers of each device group that has one. Devices of other device groups belong to the
   * default group of workers, `''`.
   */
  byDeviceGroup(): ReadonlyMap<number, string>
}
