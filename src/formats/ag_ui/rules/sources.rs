//! Where the rules come from.

/// The client's state machine.
pub(super) const VERIFY: &str = "@ag-ui/client 1.0.0, verifyEvents";
/// The shape of events and messages.
pub(super) const SCHEMA: &str = "AG-UI 1.0 JSON Schema; @ag-ui/core 1.0.0, schemas";
/// How the client reads SSE.
pub(super) const CLIENT: &str = "@ag-ui/client 1.0.0, the decoder of SSE";
/// The document itself.
pub(super) const SPEC: &str = "AG-UI 1.0 specification";
