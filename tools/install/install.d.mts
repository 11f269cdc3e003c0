/** Whether all packages of the lock are installed in the versions it names. */
export function isInstalled(folder: string): boolean
/** @throws Error with `exitCode`, and `isOffline` if the registry could not be reached */
export function install(folder: string): Promise<void>
