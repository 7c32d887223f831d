import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../ui/questions/confirm.ts'

interface Unsaved {
  hasUnsaved(): boolean
  /** Left out where nothing is saved until it is asked for. */
  flush?(): Promise<unknown>
  /** All of it is kept on this device and comes back with the next visit. */
  isKept?(): boolean
}

/** Saves before leaving; asks only when that didn't work and something would be lost. */
export function useLeaveGuard(unsaved: Unsaved) {
  useBlocker({
    enableBeforeUnload: () => unsaved.hasUnsaved(),
    shouldBlockFn: async () => {
      if (!unsaved.hasUnsaved()) return false
      await unsaved.flush?.()
      if (!unsaved.hasUnsaved() || unsaved.isKept?.()) return false
      const leave = await confirm({
        title: 'Sair sem salvar?',
        text: 'Há alterações que ainda não foram salvas nesta página.',
        confirmLabel: 'Sair mesmo assim',
        danger: true,
      })
      return !leave
    },
  })
}
