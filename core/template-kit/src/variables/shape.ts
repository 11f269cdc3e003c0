/** What every template sees, beside what its plugin adds (`ont`, `free`). */
export interface CommonVariables {
  /** What a person filled in, by the key of the parameter. */
  params: Record<string, unknown>
  user: { id: number; login: string; name: string; role: { id: number; name: string } }
  device: Record<string, unknown>
  /** The port or ONU; null: the template runs for the whole device. */
  iface: Record<string, unknown> | null
  interfaces_list: Record<string, unknown>[]
  /** Answers by the name of their module, e.g. `data.vlans`. */
  data: Record<string, unknown>
  /** Module → why it gave nothing. */
  error: Record<string, string>
}
