/** One hold as it is stored. */
export interface HoldRow {
  id: string
  deviceId: number
  /** The process whose end is the end of the hold. */
  processId: string
  userId: number | null
  login: string | null
  what: string
  since: Date
}

/** Where holds are stored: at most one a device. */
export interface HoldStore {
  /** Stores the hold if the device has none. False: it has one. */
  add(hold: Omit<HoldRow, 'since'>): Promise<boolean>
  find(deviceId: number): Promise<HoldRow | null>
  remove(id: string): Promise<void>
  /** Removes the holds of processes that have ended. */
  removeOf(processIds: readonly string[]): Promise<void>
}

/** Holds of one process, for the library and for tests. */
export function holdsInMemory(): HoldStore {
  const rows = new Map<number, HoldRow>()
  const removeIf = (fits: (row: HoldRow) => boolean) => {
    for (const row of rows.values()) if (fits(row)) rows.delete(row.deviceId)
  }
  return {
    async add(hold) {
      if (rows.has(hold.deviceId)) return false
      rows.set(hold.deviceId, { ...hold, since: new Date() })
      return true
    },
    find: async deviceId => rows.get(deviceId) ?? null,
    remove: async id => removeIf(row => row.id === id),
    removeOf: async ids => removeIf(row => ids.includes(row.processId)),
  }
}
