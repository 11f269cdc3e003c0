import { join } from 'node:path'
import type { SealedColumn } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { StartError } from '../start-error.ts'
import { tables } from '../tables.ts'
import { hasVaultKey, openVault, type OpenVault } from './index.ts'
import { countKeys, listLost, presentColumns, removeLost, type LostText } from './sealed.ts'

/** Sealed with each key that was in use, so that a wrong key is noticed before a secret is needed. */
const checkText = 'linecard vault check'

export interface VaultPlace {
  em(): SqlEntityManager
  dataDir: string
  env: NodeJS.ProcessEnv
  /** The columns of all plugins that are installed. */
  columns: readonly SealedColumn[]
}

const sourceOf = ({ dataDir, env }: VaultPlace) =>
  env['LINECARD_VAULT_KEY'] ? 'LINECARD_VAULT_KEY' : join(dataDir, 'vault.key')

function refuse(place: VaultPlace, lost: ReadonlyMap<string, number>, known: readonly string[]): StartError {
  const secrets = [...lost.values()].reduce((sum, count) => sum + count, 0)
  const has = known.length > 0 ? `has only ${known.join(', ')}` : 'is missing'
  return new StartError(
    'the vault key is lost or belongs to another installation: ' +
      `the database uses key ${[...lost.keys()].join(', ')} (${secrets} stored secrets), ` +
      `and ${sourceOf(place)} ${has}. Restore the key from a backup, or from the other machine of this ` +
      'database. To go on without these secrets: "linecard vault:forget" lists what is lost',
  )
}

const opensCheck = (vault: OpenVault, text: string): boolean => {
  try {
    return vault.open(text) === checkText
  } catch {
    return false
  }
}

async function noteKey(em: SqlEntityManager, vault: OpenVault, used: readonly string[]): Promise<void> {
  const [id] = vault.keyIds
  await tables(em)
    .insertInto('kernel_vault_key')
    .values({ id: id!, check_text: vault.seal(checkText) })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  // A key that was rotated out and seals nothing any more.
  await tables(em)
    .deleteFrom('kernel_vault_key')
    .where('id', 'not in', [...vault.keyIds, ...used])
    .execute()
}

/**
 * Opens the vault if its keys are those of the database. An installation from before this check has sealed
 * texts only; their key ids tell the same.
 * @throws StartError if a key is missing with which something is sealed. Makes no key then
 */
export async function openCheckedVault(place: VaultPlace): Promise<OpenVault> {
  const em = place.em()
  const used = await countKeys(em, await presentColumns(em, place.columns))
  const noted = await tables(em).selectFrom('kernel_vault_key').selectAll().execute()
  const expected = new Map([...noted.map(({ id }): [string, number] => [id, 0]), ...used])
  if (expected.size > 0 && !hasVaultKey(place.dataDir, place.env)) throw refuse(place, expected, [])
  const vault = openVault(place.dataDir, place.env)
  const isKnown = (id: string) => vault.keyIds.includes(id)
  const lost = new Map([...used].filter(([id]) => !isKnown(id)))
  if (lost.size > 0) throw refuse(place, lost, vault.keyIds)
  const known = noted.filter(({ id }) => isKnown(id))
  if (noted.length > 0 && !known.some(({ check_text: text }) => opensCheck(vault, text)))
    throw refuse(place, expected, vault.keyIds)
  await noteKey(em, vault, [...used.keys()])
  return vault
}

/**
 * The secrets that the present keys cannot open. With `apply` they are removed, so that the service starts;
 * if there is no key, one is made.
 */
export async function forgetLost(place: VaultPlace, apply: boolean): Promise<LostText[]> {
  const em = place.em()
  const columns = await presentColumns(em, place.columns)
  const present = hasVaultKey(place.dataDir, place.env)
  const known = present || apply ? openVault(place.dataDir, place.env).keyIds : []
  const lost = await listLost(em, columns, known)
  if (!apply) return lost
  const vault = openVault(place.dataDir, place.env)
  await em.transactional(async inner => {
    await removeLost(inner, columns, known)
    await tables(inner).deleteFrom('kernel_vault_key').execute()
    await noteKey(inner, vault, known)
  })
  return lost
}
