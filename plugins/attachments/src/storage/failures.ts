import { ApiError } from '@linecard/plugin-kit'
import { OutboundRefused } from '@linecard/plugin-kit/outbound'
import { fail } from '../errors.ts'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The error that a client gets for a failure of the disk or the bucket. */
export function storageFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof OutboundRefused) return fail('ATTACHMENTS_ENDPOINT_REFUSED', { what: error.message })
  const failure = fail(
    full.has(String((error as { code?: unknown }).code))
      ? 'ATTACHMENTS_STORAGE_FULL'
      : 'ATTACHMENTS_STORAGE_FAILED',
  )
  failure.cause = error
  return failure
}

/** Runs work on the storage. @throws ApiError ATTACHMENTS_STORAGE_FULL, ATTACHMENTS_STORAGE_FAILED */
export const runOnStorage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw storageFailure(error)
  }
}
