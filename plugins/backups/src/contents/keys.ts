import { hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from '@linecard/plugin-kit'
import { tables } from '../tables.ts'

const keyBytes = 32

/** The keys of all texts, derived from the one that the vault seals. */
export interface Keys {
  seal: Buffer
  hash: Buffer
  significant: Buffer
}

const derive = (master: Buffer, what: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `linecard backups ${what}`, keyBytes))

const stored = (ctx: Pick<Context, 'em'>) =>
  tables(ctx.em()).selectFrom('backups_key').select('sealed').executeTakeFirst()

/**
 * The keys of this installation; made at the first use, and the same for every process.
 * @throws ApiError VAULT_…, if the vault cannot open the stored one
 */
export async function readKeys(ctx: Pick<Context, 'em' | 'vault'>): Promise<Keys> {
  let row = await stored(ctx)
  if (!row) {
    await tables(ctx.em())
      .insertInto('backups_key')
      .values({ id: 1, sealed: ctx.vault.seal(randomBytes(keyBytes).toString('base64')) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    row = await stored(ctx)
  }
  const master = Buffer.from(ctx.vault.open(row!.sealed), 'base64')
  return {
    seal: derive(master, 'text'),
    hash: derive(master, 'hash'),
    significant: derive(master, 'significant lines'),
  }
}
