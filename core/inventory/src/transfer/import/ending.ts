import { ApiError, type Context } from '@linecard/plugin-kit'
import { throughOutages } from '@linecard/plugin-kit/concurrency'
import { fail } from '../../errors.ts'
import type { ImportRun, Status } from './run-state.ts'

/** Reason of an aborted run: a person cancelled it. */
export class Cancelled extends Error {}
/** Reason of an aborted run: this process stops. */
export class Stopped extends Error {}

/** How a run that threw an error is stored. */
export function endOf(
  { log }: Pick<Context, 'log'>,
  id: number,
  error: unknown,
): { status: Extract<Status, 'interrupted' | 'cancelled' | 'failed'>; error: ImportRun['error'] } {
  if (error instanceof Cancelled) return { status: 'cancelled', error: null }
  if (error instanceof Stopped) return { status: 'interrupted', error: null }
  if (error instanceof ApiError)
    return { status: 'failed', error: { code: error.code, description: error.message } }
  log.error({ err: error, import_id: id }, 'an import failed')
  return {
    status: 'failed',
    error: { code: 'INVENTORY_IMPORT_FAILED', description: fail('INVENTORY_IMPORT_FAILED', { id }).message },
  }
}

/**
 * Stores the end of a run as soon as the database answers. A process that stops before leaves the run to the
 * next one, which finds it interrupted.
 */
export async function storeEnd(
  { log }: Pick<Context, 'log'>,
  id: number,
  stopping: AbortSignal,
  store: () => Promise<unknown>,
): Promise<void> {
  try {
    await store().catch(() => throughOutages(stopping, store))
  } catch (error) {
    if (!stopping.aborted)
      log.error({ err: error, import_id: id }, 'the end of an import could not be stored')
  }
}
