import { ApiError } from '@linecard/plugin-kit'
import { DeviceError } from '@linecard/driver-kit'
import type { ImportFound } from '../../import-tables.ts'
import type { Entry } from './row.ts'
import type { Profile } from './known-profiles.ts'

/**
 * The result of a line. `known`: a device with this address exists. `skipped`: the device did not answer, or
 * no driver knows its model. `duplicate`: an earlier line has the same address. `would_…`: the line is good,
 * but nothing was written, because of a dry run or an all-or-none import.
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
/** Results that do not stop an all-or-none import. */
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
  /** Only for lines that would be written. */
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

/** The reason for the report. Throws the error again if it is a fault of the service and not of the line. */
export function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof DeviceError || error instanceof ApiError)
    return { code: error.code, message: error.message }
  throw error
}
