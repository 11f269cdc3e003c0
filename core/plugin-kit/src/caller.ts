/** Who is asking. Made by the identity plugin from a key or an address; `sys` for the service itself. */
export interface Caller {
  userId: number
  login: string
  permissions: ReadonlySet<string>
  /** Device groups the caller may see; null = all. Every query on devices must be limited by it. */
  groupIds: readonly number[] | null
  /** Session or key the request came with; null for trusted networks and the service itself. */
  sessionId: number | null
}
