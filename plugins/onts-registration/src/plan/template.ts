import type { Kept } from '@linecard/template-kit/control'
import type { OntForm, RegistrationDefinition } from '../definition.ts'
import { fail } from '../errors.ts'
import type { Registrations } from '../registrations.ts'
import type { Static } from 'typebox'

export type Template = Kept<RegistrationDefinition>
type Technology = 'gpon' | 'epon' | null

const fits = ({ definition }: Template, model: string | null, technology: Technology): boolean =>
  definition.enabled &&
  model !== null &&
  definition.models.includes(model) &&
  (definition.technology === null || technology === null || definition.technology === technology)

/**
 * The template of a model of OLTs.
 * @throws ApiError ONTS_REGISTRATION_NO_TEMPLATE, ONTS_REGISTRATION_SEVERAL_TEMPLATES,
 *   ONTS_REGISTRATION_TEMPLATE_WRONG
 */
export async function templateFor(
  { templates }: Registrations,
  model: string | null,
  technology: Technology,
  wanted?: number,
): Promise<Template> {
  const told = { model: model ?? 'unknown', technology: technology ?? 'unknown technology' }
  if (wanted !== undefined) {
    const one = await templates.get(wanted)
    if (fits(one, model, technology)) return one
    throw fail('ONTS_REGISTRATION_TEMPLATE_WRONG', { ...told, name: one.name })
  }
  const [found, ...others] = (await templates.all()).filter(one => fits(one, model, technology))
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
