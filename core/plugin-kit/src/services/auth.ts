import type { Caller } from '../caller.ts'

/** With what a person confirms a grave change. */
export interface Proof {
  /** Of the request. */
  ip: string
  password: string | undefined
  /** Code of the authenticator, or a recovery code. */
  pin: string | undefined
}

/** Users and their keys, offered by `identity`. */
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
  /**
   * Proves before a grave change that the caller is the person who signed in: with the password and, where
   * two-factor is on, a code. Wrong ones count as failed sign-ins. Keys of programs, sessions that others
   * opened and trusted networks have no person behind them.
   * @throws ApiError IDENTITY_NEEDS_SIGN_IN, IDENTITY_PASSWORD_MISSING, IDENTITY_PASSWORD_WRONG,
   *   IDENTITY_PIN_REFUSED, IDENTITY_SIGN_IN_BLOCKED
   */
  confirm(caller: Caller, proof: Proof): Promise<void>
  /** The built-in user with all permissions, for jobs and the command line. */
  system(): Caller
  /**
   * Creates a key for a user, for an operator on the server (`linecard user:generate-key`). The key cannot be
   * read again. Lifetime: `10m`, `1h`, `30d`, `365d`.
   */
  issueKey(login: string, lifetime: string, description?: string): Promise<IssuedKey>
}

/** Waits after failed sign-ins. */
export interface SignInBlocks {
  /** Forgets the failed sign-ins from one address; null: all of them. Returns their number. */
  lift(address: string | null): Promise<number>
}

/** A new key of a program. `key` is a secret that is told only here; `id` is that of its session. */
export interface IssuedKey {
  id: number
  user: { id: number; login: string; name: string }
  key: string
  /** RFC 3339. */
  expired_at: string
}
