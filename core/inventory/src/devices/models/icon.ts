import { createHash } from 'node:crypto'
import { needAllGroups, RawReply, type Caller } from '@linecard/plugin-kit'
import { Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { inTransaction, type Inventory } from '../../inventory.ts'

export const maxIconBytes = 256 * 1024

/** By its first bytes, whatever its name says; SVG is left out, for it can carry scripts. */
function pictureType(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  if (
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  )
    return 'image/webp'
  return null
}

export async function setIcon(
  inventory: Inventory,
  caller: Caller,
  id: number,
  icon: string | null,
): Promise<Model> {
  const bytes = icon === null ? null : Buffer.from(icon.replace(/^data:[\w/+.-]+;base64,/, ''), 'base64')
  const type = bytes && bytes.length <= maxIconBytes ? pictureType(bytes) : null
  if (bytes && !type)
    throw fail('INVENTORY_ICON_INVALID', {}, [
      { path: 'icon', message: 'no PNG, JPEG or WebP picture of at most 256 KiB' },
    ])
  return inTransaction(inventory, async em => {
    const model = await em.findOne(Model, { id })
    if (!model) throw fail('INVENTORY_MODEL_UNKNOWN', { id })
    needAllGroups(caller)
    model.icon = bytes
    model.iconType = type
    model.iconTag = bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    await em.flush()
    return model
  })
}

/** The picture as stored, with headers that keep a browser from taking it for anything else. */
export async function iconOf({ ctx }: Inventory, id: number): Promise<RawReply> {
  const model = await ctx.em().findOne(Model, { id }, { populate: ['icon'] })
  if (!model) throw fail('INVENTORY_MODEL_UNKNOWN', { id })
  if (!model.icon || !model.iconType) throw fail('INVENTORY_ICON_UNKNOWN', { id })
  return new RawReply(Buffer.from(model.icon), model.iconType, {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
    'cache-control': 'private, max-age=86400',
  })
}
