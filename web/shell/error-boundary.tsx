import type { ReactNode } from 'react'
import { Component } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
}

/** Keeps the shell standing when a page breaks, or when its code is gone because the site was updated meanwhile. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Notice
        heading={<PageHeading title="Something broke">This page lost its thread</PageHeading>}
        sentence="That was our mistake. Reloading usually helps."
      >
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </Notice>
    )
  }
}
