import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../ui/confirm.ts'

interface Unsaved {
  hasUnsaved(): boolean
  flush(): Promise<unknown>
}

/** Saves before leaving; asks only when that didn't work. */
export function useLeaveGuard(unsaved: Unsaved) {
  useBlocker({
    enableBeforeUnload: () => unsaved.hasUnsaved(),
    shouldBlockFn: async () => {
      if (!unsaved.hasUnsaved()) return false
      await unsaved.flush()
      if (!unsaved.hasUnsaved()) return false
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
