import type { CliOnuPlace } from '@linecard/driver-kit/cli'

/** What a place had in the running configuration before anything was sent. */
export interface Held {
  /** Name of the PON port. */
  port: string
  number: number
  /** As the console writes it; null: not known. */
  at: CliOnuPlace | null
  /** Null: it could not be read. */
  lines: string[] | null
}

/** What the running configuration shows of the places of a registration. */
export interface Configured {
  /** True: it was compared, and is as it has to be. False: see `differs`. Null: not compared. */
  compared: boolean | null
  /** In words. */
  differs: string[]
  /** Lines that were to be carried and are not there, in words. */
  missing?: string[]
  /** Lines that its registration gave the ONU at its place: without those carried; null: not read. */
  lines: string[] | null
  /** Lines that were typed again; what was left behind, because somebody accepted it. Null: not read. */
  carried: string[] | null
  lost: string[] | null
}

export const notCompared: Configured = { compared: null, differs: [], lines: null, carried: null, lost: null }
