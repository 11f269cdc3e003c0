/** What is known of a device on the network. */
export interface Reached {
  device_id: number
  /** Null: unknown. */
  status: 'Up' | 'Down' | null
  /** When it was found. */
  time: Date
}

/** The status of devices, as lists, searches and pollers show it. The inventory keeps it. */
export interface Reachability {
  /**
   * Who looks at devices again and again (the pinger) tells what it found. From then on the answers of other
   * calls do not change the status of these devices, for as long as it keeps telling (10 minutes).
   */
  note(found: readonly Reached[]): Promise<void>
}
