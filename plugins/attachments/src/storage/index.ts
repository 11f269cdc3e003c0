import type { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { folderOf } from '../spool.ts'
import { storageFailure } from './failures.ts'
import { localStorage } from './local.ts'
import { s3Storage } from './s3.ts'

/**
 * Where files lie, each under a random key that says nothing of its name or owner. Failures are
 * ATTACHMENTS_STORAGE_FULL or ATTACHMENTS_STORAGE_FAILED.
 */
export interface Storage {
  /** Takes a whole file over, or nothing of it. */
  put(key: string, path: string): Promise<void>
  /** Null: there is no such file. */
  open(key: string): Promise<{ stream: Readable; bytes: number } | null>
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>
  /** The keys that begin with two digits, in no order. */
  list(first: string): Promise<{ key: string; modified: Date }[]>
}

export const newKey = (): string => randomBytes(16).toString('hex')
export const isKey = (text: string): boolean => /^[\da-f]{32}$/.test(text)
/** The same in a folder and in a bucket, so that files can be moved by copying. */
export const placeOf = (key: string): string => `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`

const wanted = (config: Config) =>
  JSON.stringify([
    config.storage,
    config.folder,
    config.s3_endpoint,
    config.s3_region,
    config.s3_bucket,
    config.s3_prefix,
    config.s3_access_key,
    config.s3_secret_key,
  ])

/**
 * The storage that the settings say now. @throws Error for settings that make no sense; ApiError where they
 * became so later
 */
export function storageOf(ctx: Context<Config>): () => Storage {
  const make = (): Storage =>
    ctx.config.storage === 's3' ? s3Storage(ctx.config) : localStorage(folderOf(ctx))
  let made = { of: wanted(ctx.config), storage: make() }
  return () => {
    const now = wanted(ctx.config)
    try {
      if (now !== made.of) made = { of: now, storage: make() }
    } catch (error) {
      throw storageFailure(error)
    }
    return made.storage
  }
}
