"""The help of LibreOffice: packages in, documents of plain text out."""
