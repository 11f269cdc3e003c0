import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Access } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { connectionOf } from '../../devices/connection/layers.ts'
import { openSecrets, sealSecrets, secretKeys, type Secrets } from '../../devices/connection/secrets.ts'
import { ownsProfile, usesProfile } from '../../visibility.ts'

/** An access profile that lines of an import use. */
export interface Profile {
  /** Null: not stored yet. */
  id: number | null
  name: string | null
  params: Record<string, unknown>
  /** Sealed. */
  secrets: string | null
  /** Groups that it belongs to. */
  groupIds: readonly number[]
}

/** The profiles that the caller may use, by their names and by a keyed hash of their credentials. */
export class KnownProfiles {
  readonly byName = new Map<string, Profile>()
  private readonly bySecrets = new Map<string, Profile>()
  private readonly key = randomBytes(32)
  private newestId = -2_147_483_648
  private readonly ctx: Inventory['ctx']
  private readonly caller: Caller

  constructor(ctx: Inventory['ctx'], caller: Caller) {
    this.ctx = ctx
    this.caller = caller
  }

  private hashOf(secrets: Secrets): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify(secretKeys.map(one => secrets[one] ?? '')))
      .digest('base64')
  }

  /** Secrets that cannot be opened are like no secrets here; a call of the device reports them. */
  private opened(sealed: string | null | undefined): Secrets {
    try {
      return openSecrets(this.ctx, sealed)
    } catch {
      return {}
    }
  }

  private add(profile: Profile): void {
    const secrets = this.opened(profile.secrets)
    if (secrets.snmp_v3 || !Object.keys(secrets).length) return
    const hash = this.hashOf(secrets)
    const other = this.bySecrets.get(hash)
    if (!other || other.id === null || settingsOf(profile) < settingsOf(other))
      this.bySecrets.set(hash, profile)
  }

  /** Reads the profiles that were added since the last time. */
  async update(em: SqlEntityManager): Promise<void> {
    for (;;) {
      const rows = await em.find(
        Access,
        { id: { $gt: this.newestId } },
        { orderBy: { id: 'asc' }, limit: 500, populate: ['secrets'], disableIdentityMap: true },
      )
      for (const { id, name, params, secrets, groupIds } of rows) {
        const profile = { id, name, params, secrets: secrets ?? null, groupIds }
        this.newestId = id
        if (usesProfile(this.caller, profile)) this.byName.set(name, profile)
        // Only profiles that may be given to devices of every group of the caller are found by credentials.
        if (ownsProfile(this.caller, profile)) this.add(profile)
      }
      if (rows.length < 500) return
      await setImmediate()
    }
  }

  /** The profile with these credentials, or a new one that is not stored yet. */
  withSecrets(secrets: Secrets): Profile {
    const hash = this.hashOf(secrets)
    const known = this.bySecrets.get(hash)
    if (known) return known
    const made: Profile = {
      id: null,
      name: null,
      params: {},
      groupIds: [],
      secrets: sealSecrets(this.ctx, secrets),
    }
    this.bySecrets.set(hash, made)
    return made
  }

  /** The id of the stored profile with the same credentials as a new one. */
  storedTwin(profile: Profile): number | null {
    return this.bySecrets.get(this.hashOf(openSecrets(this.ctx, profile.secrets)))?.id ?? null
  }
}

/** The number of connection settings of a profile. */
const settingsOf = ({ params }: Profile) => Object.keys(connectionOf(params)).length
