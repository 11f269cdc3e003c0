import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/**
 * Keeps files, each under a random key that tells nothing of its name or owner. Its errors are
 * ATTACHMENTS_STORAGE_FULL and ATTACHMENTS_STORAGE_FAILED.
 */
export interface Storage {
  /** Takes over the whole file at `path`, or nothing of it. */
  put(key: string, path: string): Promise<void>
  /** Null if there is no such file. */
  open(key: string): Promise<{ stream: Readable; bytes: number } | null>
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>
  /** The keys that begin with two digits, in no order. */
  list(first: string): Promise<StoredKey[]>
}

export interface StoredKey {
  key: string
  modified: Date
}

export const newKey = (): string => randomBytes(16).toString('hex')
export const isKey = (text: string): boolean => /^[\da-f]{32}$/.test(text)

/** The same path in a folder and in a bucket, so that files can be moved by copying. */
export const pathOfKey = (key: string): string => `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
