/**
 * Compiled code of earlier starts, which halves the time of loading packages. Imports nothing of ours: what
 * it is to make fast is imported after it.
 */
import { mkdirSync, statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where programs of this account keep what can be made again. */
function cacheHome(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME']
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData/Local')
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
}

/**
 * Keeps compiled code in the cache folder of this account, or where `NODE_COMPILE_CACHE` says; processes and
 * threads that this one starts do the same. Node runs what it finds there, so a folder of another account is
 * not used, nor one that others can write to. Without a folder everything is only slower.
 */
export function keepCompiled(env: NodeJS.ProcessEnv = process.env): void {
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return
  const folder = join(cacheHome(env), 'linecard', 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(folder)
    if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return
  } catch {
    return
  }
  if (enableCompileCache(folder).directory) env['NODE_COMPILE_CACHE'] = folder
}

/** Writes what was compiled so far. Else it is written when the process ends, but not when it is killed. */
export const writeCompiled = (): void => flushCompileCache()
