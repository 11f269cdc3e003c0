import type { Caller } from '../caller.ts'

export interface Auth {
  /**
   * The user of this key. If no key was sent (null), the address decides, unless `distrust` says why it does
   * not identify the caller. Null if there is no such user.
   * @throws ApiError if the key is valid, but not from this address
   */
  authenticate(request: {
    key: string | null
    ip: string
    distrust: string | null
    headers: Readonly<Record<string, string | string[] | undefined>>
  }): Promise<Caller | null>
  /** The built-in user with all permissions, for jobs and the command line. */
  system(): Caller
  /**
   * Creates a key for a user, for an operator on the server (`linecard user:generate-key`). The key cannot be
   * read again. Lifetime: `10m`, `1h`, `30d`, `365d`.
   */
  issueKey(login: string, lifetime: string, description?: string): Promise<IssuedKey>
}

/** Addresses and logins that are blocked after failed sign-ins. */
export interface SignInBlocks {
  /** Lifts the block of one address; null: all blocks. Returns their number. */
  lift(address: string | null): Promise<number>
}

export interface IssuedKey {
  id: number
  user: { id: number; login: string; name: string }
  key: string
  /** RFC 3339. */
  expired_at: string
}
