import { createHash } from 'node:crypto'
import type { HeldOlt } from '../olt/device.ts'
import type { Script } from '../words/run.ts'
import type { Registrations } from '../registrations.ts'
import type { Conflict } from '../words/conflict.ts'
import { cliOf, withExtras, type Extras, type Had } from './carry.ts'
import { conflictsOf, forbidden, forbids } from './conflicts.ts'
import { heldOf, partOf, scriptFor, seenBy, type Draft } from './draft.ts'
import { portNow } from './port.ts'
import { formFor, templateFor, type Template } from './template.ts'
import { waitingOnt, type Ont } from './waiting.ts'

/** What a person asks to be registered. */
export interface Asked {
  ident: string
  params: Record<string, unknown>
  /** Number of the ONU; absent: the lowest free one. */
  number?: number | undefined
  /** Id of the template; absent: the enabled one of the model. */
  template?: number | undefined
  /** Bind key or name of the PON port on which it must wait; absent: on any. */
  port?: string | number | undefined
  /** Lines that it has elsewhere beside its registration, and what of those is lost. */
  extras?: Extras | undefined
}

/** A registration that was thought through. Nothing was sent that changes anything. */
export interface Made {
  ont: Ont
  template: Template
  form: string
  number: number | null
  conflicts: Conflict[]
  /** Null: a conflict forbids it. */
  script: Script | null
  /** Of all that would be sent and of what speaks against it. */
  hash: string
  /** What it has at the place that it leaves; absent: it leaves none. */
  had?: Had
}

export const hashOf = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('base64url')

/**
 * Plans a registration with what the OLT shows now.
 * @throws ApiError, TemplateError, DeviceError if there is nothing to plan
 */
export async function planRegistration(
  parts: Registrations,
  olt: HeldOlt,
  { ident, params: given, number: wanted, template: templateId, port, extras }: Asked,
): Promise<Made> {
  const ont = await waitingOnt(olt, ident)
  const template = await templateFor(parts, olt, ont.type, templateId)
  const form = formFor(template, ont.model)
  const now = await portNow(olt, ont.interface)
  const number = wanted ?? now.free.first
  const draft: Draft = { ont, now, number: number ?? 0, given }
  const seen = await seenBy(parts, olt, template, draft)
  const conflicts = await conflictsOf(olt, { ident: ont.ident, number: wanted, params: seen.params, now })
  const { id: at, name: shown } = ont.interface
  if (port !== undefined && String(port) !== String(at) && port !== shown)
    conflicts.push({
      code: 'other_port',
      severity: 'error',
      message: `${ont.ident} waits on ${shown} and not on ${port}`,
    })
  const script =
    number === null || conflicts.some(forbids)
      ? null
      : await scriptFor(parts, template, draft, seen, {
          commands: withExtras(
            await partOf(parts, template, 'commands', seen),
            extras?.added ?? [],
            cliOf(olt),
            heldOf(draft).at,
          ),
          undo: await partOf(parts, template, 'undo', seen),
          before: null,
          from: null,
          ...extras,
        })
  const { id, version } = template
  const { place, commands, undo, checks } = script ?? {}
  const hash = hashOf({
    id,
    version,
    place,
    commands,
    undo,
    checks,
    conflicts: conflicts.map(({ code }) => code),
  })
  return { ont, template, form: form.name, number, conflicts, script, hash }
}

/** @throws ApiError ONTS_REGISTRATION_CONFLICT with everything that forbids it */
export function possible({ ont, conflicts, script }: Made): Script {
  if (script) return script
  throw forbidden(ont.ident, conflicts)
}
