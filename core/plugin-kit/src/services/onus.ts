import type { Caller } from '../caller.ts'
import type { RawBuilder } from '../sql.ts'

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

/** What stored ONUs of all devices are asked for, as in `PUT /device-interface/ont-list`: all must hold. */
export interface OnuListAsked {
  device_id?: number | undefined
  group_id?: number | undefined
  model_id?: number | undefined
  status?: string | undefined
  query?: string | undefined
  only_bad_signal?: boolean | undefined
  only_duplicates?: boolean | undefined
  filters?: { field: string; operator: string; value?: string | number | null }[] | undefined
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

/**
 * The stored ONUs. The first members are about one device, for large answers: the caller must be known to see
 * it.
 */
export interface StoredOnus {
  /**
   * PON ports by bind key, also those without ONUs. ONUs whose port is not stored have a row too, that of no
   * port last.
   */
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
  /**
   * A page of the ONUs that the caller sees, as `PUT /device-interface/ont-list` answers it.
   * @throws ApiError VALIDATION_ERROR that names what cannot be asked
   */
  list(
    asked: OnuListAsked & { sort?: string | undefined; limit?: number; offset?: number },
    caller: Caller,
  ): Promise<{
    onus: Readonly<Record<string, unknown>>[]
    meta: { total: number; limit: number; offset: number }
  }>
  /** When the parts were last read; `error`: why it failed. */
  readings(deviceId: number): Promise<{ module: string; time: Date; error: string | null }[]>
}

/** Slow changes of light, offered by `onu-history`. */
export interface OnuTrends {
  /**
   * ONUs whose light fell over the last 30 days, as a query to be joined with interfaces that the caller
   * sees: `interface_id`, `rx_change` and `olt_rx_change` (dB in 30 days; null: not known), `fall` (the
   * larger one, positive), `days` (measured ones, on which it stands), `first_day`, `last_day`, and the last
   * `rx`, `olt_rx` and `measured_at`.
   */
  falling(): RawBuilder<unknown>
}
