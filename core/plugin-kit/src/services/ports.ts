/** Interfaces by the tags that people set on them. */
export interface TaggedPorts {
  /** Ids of the interfaces of a device with one of these tags. */
  tagged(deviceId: number, tags: readonly string[]): Promise<number[]>
}

/** Interfaces that lead to other devices. */
export interface LinkedPorts {
  /** Ids of the interfaces of a device that are an end of a link. */
  linked(deviceId: number): Promise<number[]>
}
