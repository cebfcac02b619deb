import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Shown in place of the failed content. By default a page with an explanation. */
  fallback?: ReactNode
}

/** Confines a rendering error to its children. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.failed) return children
    if (fallback !== undefined) return fallback
    return (
      <Notice title="Something went wrong" sentence="That was our mistake. Reloading usually fixes it.">
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </Notice>
    )
  }
}
