import { useRouterState } from '@tanstack/react-router'
import classes from './shell.module.css'

/** A thin line while the next page is on its way; the last one stays meanwhile. */
export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return loading ? <div className={classes.loading} /> : null
}
