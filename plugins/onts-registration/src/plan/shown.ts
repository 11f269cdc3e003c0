import type { FormField } from '@linecard/template-kit'
import type { HeldOlt } from '../olt/device.ts'
import type { Registrations } from '../registrations.ts'
import { portNow } from './port.ts'
import { formFor, templateFor, type Template } from './template.ts'
import { variablesFor, type Variables } from './variables.ts'
import { waitingOnt, type Ont } from './waiting.ts'

/** What templates see of an ONU that waits; `params` is empty. */
export async function variablesAt(olt: HeldOlt, ident: string): Promise<{ ont: Ont; variables: Variables }> {
  const ont = await waitingOnt(olt, ident)
  const now = await portNow(olt, ont.interface)
  return { ont, variables: await variablesFor(olt, { ont, now, number: now.free.first }) }
}

/** The form for an ONU that waits, with what was filled in so far. */
export async function formAt(
  parts: Registrations,
  olt: HeldOlt,
  {
    ident,
    params,
    template: wanted,
  }: { ident: string; params: Record<string, unknown>; template?: number | undefined },
): Promise<{ template: Template; form: string; fields: FormField[] }> {
  const { ont, variables } = await variablesAt(olt, ident)
  const template = await templateFor(parts, olt, ont.type, wanted)
  const form = formFor(template, ont.model)
  const fields = await parts.renderer.form(form.parameters, variables, params, { userId: olt.caller.userId })
  return { template, form: form.name, fields }
}
