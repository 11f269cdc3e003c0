import { gatherVariables, type VariablesAsked } from '@linecard/template-kit/variables'
import {
  commandsOf,
  secretsAmong,
  valueRulesOf,
  type Command,
  type Rendered,
  type Renderer,
  type Secrets,
} from '@linecard/template-kit'
import type { CommonVariables } from '@linecard/template-kit/variables'
import type { MacroDefinition } from './definition.ts'

/** The commands that a macro gives. @throws TemplateError with the place, ApiError for wrong `params` */
export async function commandsIn(
  renderer: Renderer,
  { template, blocks, parameters }: MacroDefinition,
  variables: CommonVariables,
  given: unknown,
  asked: { userId: number; signal: AbortSignal },
): Promise<{ variables: CommonVariables; rendered: Rendered; commands: Command[]; secrets: Secrets }> {
  const seen = { ...variables, params: await renderer.params(parameters, given, { ...variables }, asked) }
  const rendered = await renderer.render(
    { text: template, blocks },
    { ...seen },
    { ...asked, where: 'template' },
  )
  const model = variables.device['model'] as { vendor?: string } | null | undefined
  const rules = valueRulesOf(model?.vendor)
  const secrets = secretsAmong(parameters, seen.params)
  return { variables: seen, rendered, commands: commandsOf(rendered.lines, { rules, secrets }), secrets }
}

/** What a macro sees at its place. */
export const variablesAt = ({ modules }: MacroDefinition, asked: Omit<VariablesAsked, 'modules'>) =>
  gatherVariables({ ...asked, modules })
