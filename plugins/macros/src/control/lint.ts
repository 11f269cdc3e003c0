import type { Module } from '@linecard/driver-kit'
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import { closedObject } from '@linecard/plugin-kit'
import type { Asked, Finding } from '@linecard/template-kit'
import { variableMembers } from '@linecard/template-kit/variables'
import type { MacroDefinition } from '../definition.ts'
import type { Macros } from '../setup.ts'

const at = { where: 'modules', line: 1, column: 1 }

/** The modules of a macro, and what is wrong with them for its models. */
export function modulesOf({ ctx }: Pick<Macros, 'ctx'>, { modules, models }: MacroDefinition) {
  const equipment = ctx.use('equipment')
  const known: Module[] = []
  const findings: Finding[] = []
  for (const name of modules) {
    const found = [null, ...models].map(model => equipment.findModule(model, name)).find(Boolean)
    if (!found || found.kind !== 'read' || found.exclusive) {
      findings.push({
        ...at,
        severity: 'error',
        code: 'MODULE_UNKNOWN',
        message: `there is no reading module "${name}"`,
        hint: 'GET /component/switcher-core/modules lists them',
      })
      continue
    }
    known.push(found)
    const lacking = models.filter(model => !equipment.supports(model, found))
    if (lacking.length > 0)
      findings.push({
        ...at,
        severity: 'warning',
        code: 'MODULE_NOT_SUPPORTED',
        message: `"${name}" gives nothing on ${lacking.slice(0, 5).join(', ')}`,
        hint: `Test \`error.${name}\` in the template, or take these models out`,
      })
  }
  return { known, findings }
}

/** Models that the macro is for, and no macro can run on. */
function modelFindings({ ctx }: Pick<Macros, 'ctx'>, { models }: MacroDefinition): Finding[] {
  return models
    .filter(model => !ctx.use('equipment').supports(model, multiConsoleCommand))
    .map(model => ({
      where: 'models',
      line: 1,
      column: 1,
      severity: 'warning' as const,
      code: 'MODEL_WITHOUT_CONSOLE',
      message: `there is no model "${model}" with a console`,
      hint: 'GET /device-model lists the keys of models',
    }))
}

/** The schema of what a macro sees: without a whole device among its places, `iface` is always there. */
export function schemaFor(modules: readonly Module[], { display_for: places }: MacroDefinition) {
  const members = variableMembers(modules)
  if (places.length === 0 || places.includes('Device')) return closedObject(members)
  return closedObject({ ...members, iface: members.iface.anyOf[0] })
}

/** All mistakes of a macro. */
export async function lint(
  macros: Pick<Macros, 'ctx' | 'renderer'>,
  definition: MacroDefinition,
  asked: Asked,
): Promise<Finding[]> {
  const { template, blocks, parameters } = definition
  const { known, findings } = modulesOf(macros, definition)
  return [
    ...findings,
    ...modelFindings(macros, definition),
    ...(await macros.renderer.lint(
      { parts: { template }, blocks, parameters, variables: schemaFor(known, definition), constructs: true },
      asked,
    )),
  ]
}
