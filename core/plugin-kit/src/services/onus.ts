import type { Caller } from '../caller.ts'

/** What stored ONUs of one device are asked for. All conditions must hold. */
export interface OnusAsked {
  /** State, or several: `Offline|PowerOff`. */
  status?: string | undefined
  /** Part of a name, description, comment, contract, maker, model, serial number or MAC address. */
  query?: string | undefined
  /** Only ONUs whose light is outside of the limits. */
  only_bad_signal?: boolean | undefined
  /** Names of fields as in the list of ONUs; absent: by bind key. */
  sort?: string | undefined
  /** Bind key of a PON port, or of one ONU. */
  below?: string | undefined
  limit: number
  offset: number
}

/** A stored PON port with the numbers of its ONUs. */
export interface StoredPonPort {
  /** Null: the port of these ONUs is not stored, or they have none. */
  id: number | null
  bind_key: string | null
  name: string | null
  status: string | null
  admin_state: string | null
  description: string | null
  /** ONUs by their state; `Unknown` also for those whose state was never told. */
  statuses: Record<string, number>
}

/** A stored ONU. Light in dBm, °C, V, m; null is unknown. Times of registrations are those of its OLT. */
export interface StoredOnu {
  id: number | null
  interface: { id: number; name: string; type: string; parent: number | null; if_index: number | null }
  ident: string | null
  ident_type: 'SERIAL' | 'MAC' | null
  status: string | null
  /** State in the vendor's words. */
  bind_status: string | null
  status_changed: string | null
  last_down_reason: string | null
  last_reg: string | null
  last_dereg: string | null
  rx: number | null
  tx: number | null
  olt_rx: number | null
  temp: number | null
  voltage: number | null
  distance: number | null
  optical_time: string | null
  bad_since: string | null
  description: string | null
  vendor: string | null
  model: string | null
  agreement: string | null
  comment: string | null
  /** Another stored ONU has the same ident. */
  duplicate: boolean | null
}

/** The stored ONUs of a device, for large answers. The caller must be known to see the device. */
export interface StoredOnus {
  ports(deviceId: number): Promise<StoredPonPort[]>
  /**
   * How many fit.
   * @throws ApiError VALIDATION_ERROR that names what cannot be asked
   */
  total(deviceId: number, asked: OnusAsked, caller: Caller): Promise<number>
  /**
   * The rows of a page as JSON of `StoredOnu`, joined with commas, by the bind key of their port. PostgreSQL
   * writes the JSON: this process does not read it.
   */
  byPort(deviceId: number, asked: OnusAsked, caller: Caller): Promise<{ port: string | null; json: string }[]>
  /** The same rows in their order, one a line: some lines at a time, the first ones soon. */
  lines(deviceId: number, asked: OnusAsked, caller: Caller): AsyncIterable<string>
  /** All ONUs of the device, by bind key. */
  all(deviceId: number): Promise<Map<number, StoredOnu>>
  /** When the parts were last read; `error`: why it failed. */
  readings(deviceId: number): Promise<{ module: string; time: Date; error: string | null }[]>
}
