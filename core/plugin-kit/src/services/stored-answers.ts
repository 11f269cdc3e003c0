/** A stored answer about a whole device. */
export interface StoredOfDevice {
  /** In the schema `result` of the module. */
  data: unknown
  /** False if rows are missing. */
  complete: boolean
  time: Date
  /** The device was changed after it. */
  outdated: boolean
}

/** What devices have answered, for work that goes through many of them. */
export interface StoredAnswers {
  /**
   * What is stored of a device, by the names of the modules; modules of which nothing is stored are absent.
   * No device is asked, and the call log has nothing of it.
   */
  stored(deviceId: number, modules: readonly string[]): Promise<ReadonlyMap<string, StoredOfDevice>>
}
