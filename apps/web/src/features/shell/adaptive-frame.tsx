import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'
import { PublicFrame } from './public-frame.tsx'
import { Shell } from './shell.tsx'

/** Frames pages that every visitor may open: with the sidebar for users who may go on from it. */
export function AdaptiveFrame({ children }: { children?: ReactNode }) {
  const { school, user } = useAppContext()
  const isShown = school && (school.platform_view || !school.is_blocked)
  const isInside = isShown && user && (!school.is_private || school.role.length > 0)
  const Frame = isInside ? Shell : PublicFrame
  return <Frame>{children}</Frame>
}
