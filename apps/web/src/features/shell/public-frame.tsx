import { Outlet } from '@tanstack/react-router'

export function PublicFrame() {
  return (
    <main>
      <Outlet />
    </main>
  )
}
