/** Interfaces by the tags that people set on them. */
export interface TaggedPorts {
  /** Ids of the interfaces of a device with one of these tags. */
  tagged(deviceId: number, tags: readonly string[]): Promise<number[]>
  /** Ids of the interfaces of all devices with one of these tags, the smallest first; at most `limit`. */
  taggedAnywhere(tags: readonly string[], limit: number): Promise<number[]>
  /** Ids of the interfaces that are a favourite of somebody, the smallest first; at most `limit`. */
  favorites(limit: number): Promise<number[]>
  /** All tags of all interfaces, by interface and tag; at most `limit`. */
  tags(limit: number): Promise<{ interface_id: number; tag: string }[]>
}

/** Interfaces that lead to other devices, and what hangs below a device; offered by `links`. */
export interface LinkedPorts {
  /**
   * Ids of the interfaces of a device that are an end of a link that counts, and of the aggregates that these
   * are members of. A link that is only suggested does not count.
   */
  linked(deviceId: number): Promise<number[]>
  /**
   * Of these devices, those that no way from the top of the network reaches without one of the others: by
   * device, the nearest others on its shortest ways; several on a ring that is cut at both sides. Devices of
   * which no link is known are behind nothing.
   */
  behind(deviceIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
}
