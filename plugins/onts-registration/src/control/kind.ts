import { freeObject, closedObject, nullable } from '@linecard/plugin-kit'
import {
  TemplateError,
  commandsOf,
  helpers,
  withoutSecrets,
  type Asked,
  type Finding,
} from '@linecard/template-kit'
import type { Preview, TemplateKind } from '@linecard/template-kit/control'
import { Type as T, type TSchema } from 'typebox'
import { rulesFor, secretsOf } from '../plan/texts.ts'
import { RegistrationDefinition } from '../definition.ts'
import type { Registrations } from '../registrations.ts'
import { empty, example, exampleVariables } from './example.ts'
import { layout } from './layout.ts'
import { Interface, unregisteredOnts } from '@linecard/driver-kit/modules'
import { variableMembers } from '@linecard/template-kit/variables'
import { dataModules } from '../plan/variables.ts'

const {
  interface: _,
  _ident,
  ...waiting
} = (unregisteredOnts.result as unknown as { items: { properties: Record<string, TSchema> } }).items
  .properties
const port = closedObject({ ...Interface.properties, bind_key: T.String(), _shelf: nullable(T.Integer()) })
const ont = closedObject({ ident: T.String(), ...waiting, interface: port })

/** What registration templates see. */
export const VariablesSchema: TSchema = closedObject({
  ...variableMembers(dataModules),
  iface: port,
  ont,
  free: closedObject({ first: T.Integer(), list: nullable(T.Array(T.Integer())) }),
  old: nullable(ont),
})

/** The texts of a template by the part that findings name. */
export function partsOf({ commands, undo, replace, verify }: RegistrationDefinition): Record<string, string> {
  const checks = verify.checks.flatMap((check, at) => {
    const texts = 'module' in check ? [check.equals] : [check.command, check.contains]
    return texts.map((text, part) => [`check:${at + 1}${part === 0 ? '' : ':contains'}`, text] as const)
  })
  return { template: commands, undo, ...(replace === null ? {} : { replace }), ...Object.fromEntries(checks) }
}

/** Mistakes in all texts, and in the parameters of each form. One that several forms have is told once. */
export async function lintDefinition(
  { renderer }: Pick<Registrations, 'renderer'>,
  definition: RegistrationDefinition,
  asked: Asked = {},
): Promise<Finding[]> {
  const { blocks, forms } = definition
  const texts = { parts: partsOf(definition), blocks, variables: VariablesSchema, constructs: true }
  const all: Finding[] = []
  for (const { parameters } of forms) all.push(...(await renderer.lint({ ...texts, parameters }, asked)))
  return [...new Map(all.map(finding => [JSON.stringify(finding), finding])).values()]
}

type Run = TemplateKind<RegistrationDefinition>['preview']['run']

/** Renders each part; an error is in the part that has it. */
const previewWith =
  ({ renderer }: Registrations): Run =>
  async ({ definition, params, body, caller, signal }) => {
    const asked = { userId: caller.userId, signal }
    const given = { ...exampleVariables, ...(body['variables'] as object | undefined) }
    const [form] = definition.forms
    const variables: Record<string, unknown> = {
      ...given,
      params: await renderer.params(form!.parameters, params, given, asked),
    }
    const parts: Preview['parts'] = []
    const secrets = secretsOf(definition, variables['params'])
    const hidden = [...secrets.values]
    for (const [part, text] of Object.entries(partsOf(definition))) {
      if (part.startsWith('check')) continue
      try {
        const { lines } = await renderer.render({ text, blocks: definition.blocks }, variables, {
          ...asked,
          where: part,
        })
        const commands = commandsOf(lines, { rules: rulesFor(variables), secrets })
        hidden.push(...commands.flatMap(one => one.secrets ?? []))
        parts.push({
          part,
          lines: lines.map(({ text: line, place }) => ({ text: line, ...place })),
          error: null,
        })
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error
        parts.push({ part, lines: [], error: error.finding })
      }
    }
    return {
      ...withoutSecrets({ parts, variables }, hidden),
      findings: await lintDefinition({ renderer }, definition, asked),
    }
  }

/** Registration templates, for the common routes. */
export const kindOf = (parts: Registrations): TemplateKind<RegistrationDefinition> => ({
  plugin: 'onts-registration',
  tag: 'onts-registration-control',
  path: '/component/onts-registration-control',
  permission: 'unregistered_onts_config',
  noun: 'registration template',
  schemaId: 'onts-registration.Template',
  definition: RegistrationDefinition,
  empty,
  example,
  layout,
  store: parts.templates,
  helpers,
  portable: definition => definition,
  lint: ({ definition, caller, signal }) =>
    lintDefinition(parts, definition, { userId: caller.userId, signal }),
  preview: {
    fields: {
      variables: T.Optional(freeObject('Instead of those of the example: `ont`, `free`, `iface`, `data` …')),
    },
    run: previewWith(parts),
  },
})
