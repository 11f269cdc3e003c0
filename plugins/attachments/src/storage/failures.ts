import { ApiError } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What a failure of the disk or the bucket means for the client. */
export function storageFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const told = fail(
    full.has(String((error as { code?: unknown }).code))
      ? 'ATTACHMENTS_STORAGE_FULL'
      : 'ATTACHMENTS_STORAGE_FAILED',
  )
  told.cause = error
  return told
}

/** Runs work on the storage. @throws ApiError */
export const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw storageFailure(error)
  }
}
