import {
  commandsOf,
  secretsAmong,
  valueRulesOf,
  type Command,
  type Secrets,
  type ValueRules,
} from '@linecard/template-kit'
import { keepFromRecord } from '@linecard/plugin-kit'
import type { Registrations } from '../registrations.ts'
import type { WantedCheck } from '../words/run.ts'
import type { Template } from './template.ts'
import type { Variables } from './variables.ts'

type Part = 'commands' | 'undo' | 'replace' | 'check'

/** Renders a part of a template. @throws TemplateError with the part, line and column */
async function rendered(
  { renderer }: Registrations,
  { definition }: Template,
  part: Part,
  text: string,
  variables: Variables,
) {
  const { blocks } = definition
  const where = part === 'commands' ? 'template' : part
  return renderer.render({ text, blocks }, variables, { where })
}

/** What the console of this OLT interprets in addition. */
export function rulesFor(seen: Readonly<Record<string, unknown>>): ValueRules {
  const device = seen['device'] as { model?: { vendor?: string } | null } | null | undefined
  return valueRulesOf(device?.model?.vendor)
}

/** The secrets among the params, whichever form they were filled in. */
export const secretsOf = ({ forms }: Pick<Template['definition'], 'forms'>, params: unknown): Secrets =>
  secretsAmong(
    forms.flatMap(({ parameters }) => parameters),
    params,
  )

/**
 * Keeps secrets out of the action log, before it is known which template they are for: a field that is a
 * secret of any template.
 */
export async function keepSecrets({ templates }: Registrations, given: readonly unknown[]): Promise<void> {
  const forms = (await templates.all()).flatMap(({ definition }) => definition.forms)
  keepFromRecord(given.flatMap(params => secretsOf({ forms }, params).values))
}

/** The commands of a part. A value never becomes a second command. */
export async function commandsFor(
  parts: Registrations,
  template: Template,
  part: Part,
  text: string,
  variables: Variables,
): Promise<Command[]> {
  const { lines } = await rendered(parts, template, part, text, variables)
  const secrets = secretsOf(template.definition, variables['params'])
  return [...commandsOf(lines, { rules: rulesFor(variables), secrets })]
}

/** The checks of a template, rendered. */
export async function checksFor(
  parts: Registrations,
  template: Template,
  variables: Variables,
): Promise<WantedCheck[]> {
  const checks: WantedCheck[] = []
  for (const check of template.definition.verify.checks) {
    const text = async (source: string) =>
      (await rendered(parts, template, 'check', source, variables)).text.trim()
    if ('module' in check) {
      const { what, module, field } = check
      checks.push({ what, module, field, equals: await text(check.equals) })
    } else {
      const [command] = await commandsFor(parts, template, 'check', check.command, variables)
      if (command) checks.push({ what: check.what, command, contains: await text(check.contains) })
    }
  }
  return checks
}
