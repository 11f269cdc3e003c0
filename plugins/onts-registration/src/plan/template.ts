import { isForGroup, type Kept } from '@linecard/template-kit/control'
import type { OntForm, RegistrationDefinition } from '../definition.ts'
import { fail } from '../errors.ts'
import type { HeldOlt } from '../olt/device.ts'
import type { Registrations } from '../registrations.ts'
import { nameOf } from './waiting.ts'
import type { Static } from 'typebox'

export type Template = Kept<RegistrationDefinition>
type Technology = 'gpon' | 'epon' | null

const fits = ({ definition }: Template, model: string | null, technology: Technology): boolean =>
  definition.enabled &&
  model !== null &&
  definition.models.includes(model) &&
  (definition.technology === null || technology === null || definition.technology === technology)

/** The device group of an OLT; null: it is not known. */
async function groupOf({ ctx, target, real, caller }: HeldOlt): Promise<number | null> {
  const { deviceId } = real ?? target
  if (deviceId === null) return null
  const device = (await ctx.use('devices').shown([deviceId], caller)).get(deviceId)
  return (device?.['group'] as { id: number } | undefined)?.id ?? null
}

/**
 * The template of a model of OLTs. One of the device group of the OLT comes before one for all devices.
 * @throws ApiError ONTS_REGISTRATION_NO_TEMPLATE, ONTS_REGISTRATION_SEVERAL_TEMPLATES,
 *   ONTS_REGISTRATION_TEMPLATE_WRONG, ONTS_REGISTRATION_TEMPLATE_ELSEWHERE; TEMPLATE_UNKNOWN if the caller
 *   does not see `wanted`
 */
export async function templateFor(
  { templates }: Registrations,
  olt: HeldOlt,
  technology: Technology,
  wanted?: number,
): Promise<Template> {
  const model = (olt.real ?? olt.target).modelKey
  const told = { model: model ?? 'unknown', technology: technology ?? 'unknown technology' }
  const group = await groupOf(olt)
  if (wanted !== undefined) {
    const one = await templates.get(wanted, olt.caller)
    if (!isForGroup(one.definition, group))
      throw fail('ONTS_REGISTRATION_TEMPLATE_ELSEWHERE', { name: one.name, device: await nameOf(olt) })
    if (fits(one, model, technology)) return one
    throw fail('ONTS_REGISTRATION_TEMPLATE_WRONG', { ...told, name: one.name })
  }
  const all = (await templates.all()).filter(
    one => fits(one, model, technology) && isForGroup(one.definition, group),
  )
  const ofGroup = all.filter(({ definition }) => definition.group_ids.length > 0)
  const [found, ...others] = ofGroup.length > 0 ? ofGroup : all
  if (!found) throw fail('ONTS_REGISTRATION_NO_TEMPLATE', told)
  if (others.length === 0) return found
  const names = [found, ...others].map(({ name }) => name).join(', ')
  throw fail('ONTS_REGISTRATION_SEVERAL_TEMPLATES', { ...told, names })
}

/** A pattern with `*`, in any case. */
const matches = (pattern: string, text: string): boolean => {
  const parts = pattern.toLowerCase().split('*')
  const word = text.toLowerCase()
  if (parts.length === 1) return word === parts[0]
  let at = parts[0]!.length
  if (!word.startsWith(parts[0]!)) return false
  for (const part of parts.slice(1, -1)) {
    const found = word.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  const last = parts.at(-1)!
  return word.length - last.length >= at && word.endsWith(last)
}

export type Form = Static<typeof OntForm>

/**
 * The first form for the model of an ONU; one without models is for every ONU.
 * @throws ApiError ONTS_REGISTRATION_NO_FORM
 */
export function formFor({ name, definition }: Template, model: string | null): Form {
  const form = definition.forms.find(
    ({ ont_models: models }) =>
      models.length === 0 || (model !== null && models.some(pattern => matches(pattern, model))),
  )
  if (!form) throw fail('ONTS_REGISTRATION_NO_FORM', { name, model: model ?? 'unknown' })
  return form
}
