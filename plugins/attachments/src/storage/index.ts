import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { folderOf } from '../folder.ts'
import { storageFailure } from './failures.ts'
import { localStorage } from './local.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

export * from './storage.ts'

/** Changes if the storage must be created again. */
const fingerprintOf = (config: Config) =>
  JSON.stringify([
    config.storage,
    config.folder,
    config.s3_endpoint,
    config.s3_private_networks,
    config.s3_region,
    config.s3_bucket,
    config.s3_prefix,
    config.s3_access_key,
    config.s3_secret_key,
  ])

/**
 * The storage that the settings name now.
 * @throws Error if the settings are incomplete; later, after a change of settings, ApiError
 */
export function storageOf(ctx: Context<Config>): () => Storage {
  const make = (): Storage =>
    ctx.config.storage === 's3' ? s3Storage(ctx.config) : localStorage(folderOf(ctx))
  let made = { of: fingerprintOf(ctx.config), storage: make() }
  return () => {
    const now = fingerprintOf(ctx.config)
    try {
      if (now !== made.of) made = { of: now, storage: make() }
    } catch (error) {
      throw storageFailure(error)
    }
    return made.storage
  }
}
