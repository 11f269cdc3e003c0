import type { BoundChannel, ChannelContact, Context } from '@linecard/plugin-kit'
import type { ContactTable } from './tables.ts'

type Stored = Pick<ContactTable, 'value' | 'sealed_value'>

/** Columns of a value: what of it is shown, and the whole sealed if that is less. */
export function valueColumns(
  { vault }: Pick<Context, 'vault'>,
  { shown }: Pick<BoundChannel, 'shown'>,
  value: string,
): Stored {
  const part = shown(value)
  return { value: part, sealed_value: part === value ? null : vault.seal(value) }
}

/** The part of a value that a list shows: nothing of it if its channel throws. The others are shown. */
export function shownPart({ shown }: Pick<BoundChannel, 'shown'>, value: string): string {
  try {
    return shown(value)
  } catch {
    return ''
  }
}

/** The whole value. @throws VAULT_KEY_UNKNOWN */
export const wholeValue = (
  { vault }: Pick<Context, 'vault'>,
  { value, sealed_value: sealed }: Stored,
): string => (sealed === null ? value : vault.open(sealed))

/** A row of a contact, of which a part may be sealed. */
export type StoredContact = Stored & Pick<ContactTable, 'address' | 'secret'> & { id: number }

/** A row of a contact as a channel takes it. @throws VAULT_KEY_UNKNOWN */
export const channelContact = (
  ctx: Pick<Context, 'vault'>,
  { id, address, secret, ...stored }: StoredContact,
): ChannelContact => ({
  id,
  value: wholeValue(ctx, stored),
  address,
  secret: secret === null ? null : ctx.vault.open(secret),
})
