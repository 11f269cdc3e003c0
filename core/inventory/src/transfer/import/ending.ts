import { setTimeout } from 'node:timers/promises'
import { ApiError, type Context } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { ImportRun } from './run-state.ts'

/** Reason of an aborted run: a person cancelled it. */
export class Cancelled extends Error {}
/** Reason of an aborted run: this process stops. */
export class Stopped extends Error {}

/** How a run that threw an error is stored. */
export function endOf(
  { log }: Pick<Context, 'log'>,
  id: number,
  error: unknown,
): { status: 'cancelled' | 'failed'; error: ImportRun['error'] } {
  if (error instanceof Cancelled) return { status: 'cancelled', error: null }
  if (error instanceof Stopped)
    return {
      status: 'cancelled',
      error: { code: 'INVENTORY_IMPORT_STOPPED', description: fail('INVENTORY_IMPORT_STOPPED').message },
    }
  if (error instanceof ApiError)
    return { status: 'failed', error: { code: error.code, description: error.message } }
  log.error({ err: error, import_id: id }, 'an import failed')
  return {
    status: 'failed',
    error: { code: 'INVENTORY_IMPORT_FAILED', description: fail('INVENTORY_IMPORT_FAILED', { id }).message },
  }
}

/**
 * Stores the end of a run, also if the database does not answer for some seconds. Until then its user cannot
 * start another import.
 */
export async function storeEnd(
  { log }: Pick<Context, 'log'>,
  id: number,
  store: () => Promise<unknown>,
): Promise<void> {
  for (let pauseMs = 500; ; pauseMs *= 2) {
    try {
      await store()
      return
    } catch (error) {
      if (pauseMs > 8000) {
        log.error({ err: error, import_id: id }, 'the end of an import could not be stored')
        return
      }
      await setTimeout(pauseMs, null, { ref: false })
    }
  }
}
