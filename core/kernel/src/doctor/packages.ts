import { fail, ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import { isBroken, nameOf, type LoadedComponent } from '../components/component.ts'
import { corePackages, discoverPackages, markTwins, type Package } from '../components/discover.ts'
import { loadComponents, settle } from '../components/load.ts'
import type { Loaded } from '../config/load.ts'
import { unknownVariables } from '../settings/unknown-variables.ts'
import { StartError } from '../start-error.ts'

/** The packages that are there, and a finding for each that is not. */
function present({ config, dir }: Loaded, lookIn: readonly string[]): [Package[], Finding[]] {
  const findings: Finding[] = []
  const find = (named: { plugins: string[]; drivers: string[] }, core: readonly string[] = []): Package[] => {
    try {
      return discoverPackages(named, dir, core, lookIn)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      findings.push(fail('packages', error.message, 'npm install it beside the configuration'))
      return []
    }
  }
  const packages = [
    ...find({ plugins: [], drivers: [] }, corePackages),
    ...config.plugins.flatMap(name => find({ plugins: [name], drivers: [] })),
    ...config.drivers.flatMap(name => find({ plugins: [], drivers: [name] })),
  ]
  return [markTwins(packages), findings]
}

/** Gives each plugin its settings, as `settle` does at a start, and tells all that is wrong. */
function settingsFindings(
  components: readonly LoadedComponent[],
  { config }: Loaded,
  env: NodeJS.ProcessEnv,
): Finding[] {
  const attempt = (work: () => void): Finding[] => {
    try {
      work()
      return []
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      return [fail('settings', error.message, 'correct "settings" in the configuration, or the variable')]
    }
  }
  const own = components.flatMap(component =>
    attempt(() => {
      const { id } = component.package
      settle([component], config.settings[id] ? { [id]: config.settings[id] } : {}, env)
    }),
  )
  // Without their code: only sections of plugins that nobody names are left to tell.
  const names = components.map(component => ({ ...component, plugin: null }))
  return [...own, ...attempt(() => settle(names, config.settings, env))]
}

/** Loads the packages that the configuration names, and reads their settings. */
export async function lookAtPackages(
  loaded: Loaded,
  env: NodeJS.ProcessEnv,
  lookIn: readonly string[],
): Promise<{ findings: Finding[]; components: LoadedComponent[] }> {
  const [packages, missing] = present(loaded, lookIn)
  const components = await loadComponents(packages, {})
  const broken = components.filter(isBroken)
  const unusable = broken.map(component =>
    fail(
      'packages',
      `${nameOf(component)} ${component.state}: ${component.reason}`,
      'the others run without it; linecard start --strict would refuse',
    ),
  )
  const findings = [...missing, ...unusable]
  if (findings.length === 0)
    findings.push(ok('packages', `${components.length} with the core, all can be used`))
  if (loaded.config.drivers.length === 0)
    findings.push(
      warn(
        'drivers',
        'none is named: no device can be asked',
        'name some under "drivers" in the configuration',
      ),
    )
  const settings = settingsFindings(
    components.filter(component => !isBroken(component)),
    loaded,
    env,
  )
  const subjects = components.flatMap(({ plugin }) => plugin ?? [])
  const variables = unknownVariables(env, subjects, loaded.variables).map(sentence =>
    warn('environment', sentence, 'correct the name, or remove the variable'),
  )
  return { findings: [...findings, ...settings, ...variables], components }
}
