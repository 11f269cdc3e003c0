const placeholder = /\{\{([A-Z][A-Z0-9_]*)\}\}|\{([A-Z][A-Z0-9_]*)\}/g

/**
 * Replaces `{ENV_NAME}` in every text of a config; `{{ENV_NAME}}` stays as the literal `{ENV_NAME}`.
 * Names without a variable are added to `missing`, so that one error can name them all.
 */
export function expand(value: unknown, env: NodeJS.ProcessEnv, missing: Set<string>): unknown {
  if (typeof value === 'string') {
    return value.replace(placeholder, (_, literal: string | undefined, name: string) => {
      if (literal) return `{${literal}}`
      if (env[name] === undefined) missing.add(name)
      return env[name] ?? ''
    })
  }
  if (Array.isArray(value)) return value.map(item => expand(item, env, missing))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, env, missing)]))
  return value
}

/** Names of the variables that a config uses as `{NAME}`. */
export const namesIn = (value: unknown): Set<string> =>
  new Set([...JSON.stringify(value).matchAll(placeholder)].flatMap(([, , name]) => (name ? [name] : [])))

/** Comma separated text as list. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
