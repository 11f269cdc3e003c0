import type { Missing } from '../contract/errors.ts'
import type { Module } from '../contract/module.ts'
import type { Session } from '../contract/session.ts'
import { wanted } from '../modules/index.ts'
import type { Args } from './joins.ts'

/** After these reasons the device was not asked to the end, so it may have what is not there. */
const isCut = ({ reason }: Missing): boolean => reason === 'silent' || reason === 'time_limit'

const isNothing = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

/** Reports the expected fields that a record lacks. */
export function reportNotGiven(
  session: Session,
  { expected = [] }: Pick<Module, 'expected'>,
  { load_only }: Args,
  data: unknown,
  reports: readonly Missing[],
): void {
  if (expected.length === 0 || reports.some(isCut)) return
  for (const what of expected)
    if (wanted(load_only as string | undefined, what) && isNothing((data as Args)[what]))
      session.report({ what, reason: 'not_given' })
}
