import {
  ApiError,
  type Caller,
  type Component,
  type Context,
  type Installation,
  type SettingChange,
  type Settings,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'

/** Components with their settings. */
export function componentsOf(ctx: Context) {
  const installation = (): Installation => ctx.use('installation')
  const settings = (): Settings => ctx.use('settings')
  const sectionOf = (key: string) =>
    settings()
      .sections()
      .find(section => section.key === key && section.settings.length > 0) ?? null

  const find = (key: string): Component => {
    const component = installation()
      .components()
      .find(one => one.key === key)
    if (!component) throw fail('SYSTEM_COMPONENT_UNKNOWN', { key })
    return component
  }
  const view = (component: Component) => {
    const section = sectionOf(component.key)
    const required_by = installation()
      .components()
      .filter(other => other.requires.includes(component.key))
      .map(({ key }) => key)
    return {
      ...component,
      required_by,
      has_configuration: section !== null,
      configuration: section && Object.fromEntries(section.settings.map(({ key, value }) => [key, value])),
    }
  }

  return {
    list: () => installation().components().map(view),
    detail(key: string) {
      const component = find(key)
      const section = sectionOf(key)
      return {
        ...view(component),
        settings: section?.settings ?? [],
        configuration_schema: section ? { ...section.schema } : null,
      }
    },
    /**
     * Settings first, so that a component that goes on begins with them; what is refused is refused before
     * anything is done.
     */
    async change(
      key: string,
      change: { enabled?: boolean; configuration?: Readonly<Record<string, unknown>> },
      caller: Caller,
    ): Promise<{ changes: SettingChange[]; switched: boolean | null }> {
      const component = find(key)
      const switched =
        change.enabled === undefined || change.enabled === component.enabled ? null : change.enabled
      if (switched !== null) installation().assertEnabled(key, switched)
      const changes = change.configuration ? await this.configure(key, change.configuration, caller) : []
      if (switched !== null) await installation().setEnabled(key, switched)
      return { changes, switched }
    },
    /** Fields of the request are below `configuration`, not below the component. */
    async configure(
      key: string,
      configuration: Readonly<Record<string, unknown>>,
      caller: Caller,
    ): Promise<SettingChange[]> {
      find(key)
      if (Object.keys(configuration).length === 0) return []
      return settings()
        .update({ [key]: configuration }, caller)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          const details = error.details.map(detail => ({
            ...detail,
            path: detail.path.startsWith(`${key}.`)
              ? `configuration${detail.path.slice(key.length)}`
              : 'configuration',
          }))
          throw new ApiError(error.type, error.code, error.message, { details })
        })
    },
    /** What only the config file decides belongs to this installation. */
    export(key: string) {
      const { version } = find(key)
      const section = sectionOf(key)
      if (!section) throw fail('SYSTEM_COMPONENT_UNCONFIGURABLE', { key })
      return {
        component: key,
        version,
        configuration: Object.fromEntries(
          section.settings
            .filter(({ secret, editable, source }) => !secret && (editable || source === 'environment'))
            .map(({ key: name, value }) => [name, value]),
        ),
      }
    },
    async import(
      key: string,
      file: { component: string; configuration: Readonly<Record<string, unknown>> },
      caller: Caller,
    ): Promise<SettingChange[]> {
      find(key)
      if (file.component !== key)
        throw fail('SYSTEM_IMPORT_FOREIGN', { component: file.component, key }, [
          { path: 'component', message: `must be ${key}` },
        ])
      return this.configure(key, file.configuration, caller)
    },
  }
}
