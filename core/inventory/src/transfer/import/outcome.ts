import { ApiError } from '@linecard/plugin-kit'
import { DeviceError } from '@linecard/driver-kit'
import type { ImportFound } from '../../import-tables.ts'
import type { Entry } from './row.ts'
import type { Profile } from './known-profiles.ts'

/**
 * What became of a line. `known`: there is a device with this address. `skipped`: the device was asked, and
 * did not answer or is of no known model.
 * `duplicate`: an earlier line has the same address. `would_…`: nothing stands against it, and nothing was
 * written: a dry run, or all or none.
 */
export const results = [
  'added',
  'would_add',
  'updated',
  'would_update',
  'known',
  'skipped',
  'invalid',
  'duplicate',
] as const
export type Result = (typeof results)[number]
/** What all-or-none lets pass: the others stand against it. */
export const harmless: ReadonlySet<Result> = new Set<Result>([
  'added',
  'would_add',
  'updated',
  'would_update',
  'known',
])

export type Found = ImportFound

export interface Outcome {
  line: number
  ip: string | null
  result: Result
  code: string | null
  message: string | null
  deviceId: number | null
  found: Found | null
  /** For what would be written only. */
  plan: { entry: Entry; modelId: number | null; groupId: number | null; profile: Profile | null } | null
}

export const outcome = (
  line: number,
  ip: string | null,
  result: Result,
  more: Partial<Outcome> = {},
): Outcome => ({
  line,
  ip,
  result,
  code: null,
  message: null,
  deviceId: null,
  found: null,
  plan: null,
  ...more,
})

/** Why, for the report. @throws what is a fault of the service and not of the line */
export function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof DeviceError || error instanceof ApiError)
    return { code: error.code, message: error.message }
  throw error
}
